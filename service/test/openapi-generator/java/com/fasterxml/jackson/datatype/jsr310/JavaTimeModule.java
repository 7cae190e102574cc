package com.fasterxml.jackson.datatype.jsr310;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import java.io.IOException;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.function.Function;

/** The part of Jackson's module of this name that the client uses. */
public class JavaTimeModule extends SimpleModule {
  public JavaTimeModule() {
    time(OffsetDateTime.class, OffsetDateTime::parse);
    time(LocalDate.class, LocalDate::parse);
  }

  private <T> void time(Class<T> type, Function<CharSequence, T> parse) {
    addSerializer(type, new ToStringSerializer(type));
    addDeserializer(type, new StdDeserializer<T>(type) {
      @Override
      public T deserialize(JsonParser parser, DeserializationContext context) throws IOException {
        return parse.apply(parser.getText());
      }
    });
  }
}
