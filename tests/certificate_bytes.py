"""A certificate as header, body and numbers, to be changed and put together again."""

import zstandard


def split(data):
    """The header and the content of the frame."""
    start = data.index(b"\n\n") + 2
    return data[:start], zstandard.ZstdDecompressor().decompressobj().decompress(data[start:])


def joined(header, content, checksum=True):
    return header + zstandard.ZstdCompressor(write_checksum=checksum).compress(content)


def numbers(content):
    """The numbers of a body, as far as bytes show them."""
    found, value, shift = [], 0, 0
    for byte in content:
        value |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            found.append(value)
            value, shift = 0, 0
    return found


def encoded(found):
    out = bytearray()
    for value in found:
        while value > 0x7F:
            out.append(value & 0x7F | 0x80)
            value >>= 7
        out.append(value)
    return bytes(out)
