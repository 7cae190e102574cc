package io.swagger.annotations;

public @interface ApiModel {
  String value() default "";

  String description() default "";
}
