package dev.holdfast.lab.proxy;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** What is spoken over a network, as far as its proxy has to know. */
public enum Protocol {
  /** Redis: each request has one reply, in order, but where there are subscriptions. */
  REDIS {
    @Override
    Frames replies(InputStream in) {
      return new RespFrames(in);
    }

    @Override
    Frames requests(InputStream in) {
      return new RespFrames(in);
    }

    @Override
    String words(byte[] request) {
      return RespFrames.command(request);
    }
  },
  /** PostgreSQL, unencrypted: replies are messages, of which some are notifications. */
  POSTGRES {
    @Override
    Frames replies(InputStream in) {
      return new PostgresFrames(in);
    }

    @Override
    Frames requests(InputStream in) {
      return new Chunks(in);
    }

    @Override
    boolean isPush(byte[] reply) {
      return reply[0] == 'A';
    }
  },
  /** Any other: bytes. */
  BYTES {
    @Override
    Frames replies(InputStream in) {
      return new Chunks(in);
    }

    @Override
    Frames requests(InputStream in) {
      return new Chunks(in);
    }
  };

  private static final int MOST_WORDS = 100;

  abstract Frames replies(InputStream in);

  abstract Frames requests(InputStream in);

  /** Whether this is a message that nobody asked for. */
  boolean isPush(byte[] reply) {
    return false;
  }

  /** What is asked for, as far as it can be read. */
  String words(byte[] request) {
    String text = new String(request, StandardCharsets.ISO_8859_1);
    String plain = text.replaceAll("[^ -~]+", " ").strip();
    return plain.substring(0, Math.min(MOST_WORDS, plain.length()));
  }
}
