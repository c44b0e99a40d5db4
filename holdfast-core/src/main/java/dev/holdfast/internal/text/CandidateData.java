package dev.holdfast.internal.text;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Objects;
import java.util.Optional;

/**
 * What a candidate publishes, inside the id of its attempt: {@code <client>/<data>.<number>}, the
 * data in the base64 of URLs. Stores take an id as it is, so all of them carry it.
 */
public final class CandidateData {
  static final int MAX_BYTES = 256;

  private static final int SLASHES = 4; // name/host/pid/nonce/number
  private static final char END = '.';

  private CandidateData() {}

  /** The words in front of the number. */
  public static String write(String data) {
    return write("the data of a candidate", data);
  }

  /** The same for data that is called this in an error. */
  static String write(String what, String data) {
    Objects.requireNonNull(data, what + " is missing (null); it may be empty");
    try {
      ByteBuffer bytes =
          StandardCharsets.UTF_8
              .newEncoder()
              .onMalformedInput(CodingErrorAction.REPORT)
              .encode(CharBuffer.wrap(data));
      if (bytes.remaining() > MAX_BYTES) {
        throw new IllegalArgumentException(
            what
                + " may have "
                + MAX_BYTES
                + " UTF-8 bytes, but '"
                + data.substring(0, 40)
                + "…' has "
                + bytes.remaining());
      }
      ByteBuffer text = Base64.getUrlEncoder().withoutPadding().encode(bytes);
      return StandardCharsets.US_ASCII.decode(text).toString() + END;
    } catch (CharacterCodingException unpaired) {
      throw new IllegalArgumentException(
          what + " has an unpaired surrogate, which UTF-8 cannot encode", unpaired);
    }
  }

  /** The id of an attempt with such words. */
  public static String put(String note, String id) {
    int number = id.lastIndexOf('/') + 1;
    return note.isEmpty() ? id : id.substring(0, number) + note + id.substring(number);
  }

  /** The data in an attempt's id; nothing if it is no candidate's. */
  public static Optional<String> read(String attempt) {
    int from = attempt.lastIndexOf('/') + 1;
    int to = attempt.lastIndexOf(END);
    if (to < from || attempt.chars().filter(c -> c == '/').count() != SLASHES) {
      return Optional.empty();
    }
    try {
      byte[] bytes = Base64.getUrlDecoder().decode(attempt.substring(from, to));
      return Optional.of(
          StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString());
    } catch (IllegalArgumentException | CharacterCodingException foreign) {
      return Optional.empty();
    }
  }
}
