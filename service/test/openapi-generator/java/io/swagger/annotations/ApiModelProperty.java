package io.swagger.annotations;

public @interface ApiModelProperty {
  String value() default "";

  String example() default "";

  boolean required() default false;
}
