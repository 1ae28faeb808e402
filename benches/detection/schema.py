"""The features of the model and their order, from crates/detect/src/schema.txt, which the detector reads too."""
import os
import zlib

PATH = os.path.join(os.path.dirname(os.path.abspath(__file__)), '../../crates/detect/src/schema.txt')


def read_lines():
    """The section headings and names, without comments and blank lines."""
    with open(PATH, encoding='utf-8') as file:
        lines = file.read().split('\n')
    return [line for line in lines if line and not line.startswith('#')]


def read_section(heading):
    """The names of a section, in order."""
    lines = read_lines()
    names = lines[lines.index(f'[{heading}]') + 1:]
    end = next((i for i, name in enumerate(names) if name.startswith('[')), len(names))
    return names[:end]


def checksum():
    """CRC-32 of all headings and names, each followed by a line feed, as crates/detect/src/schema.rs computes it."""
    return zlib.crc32(''.join(line + '\n' for line in read_lines()).encode())


SOURCES = read_section('sources')
FIRST_STAGE = read_section('first stage')
SECOND_STAGE = read_section('second stage')
