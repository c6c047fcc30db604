"""The protobuf messages that a profile is made of, built here from their field numbers.

Field numbers are facts of the format; they are those of ``xplane.proto`` in openxla/tsl
(``tsl/profiler/protobuf/xplane.proto``) and of ``hlo.proto`` and ``xla_data.proto`` in
openxla/xla. Only the fields that the reader uses are declared; protobuf keeps the others as
unknown fields and never fails on them.

Two departures, both on purpose:

- Text is declared as ``bytes``. A profile may hold a file name or an op name that is not UTF-8,
  and a proto3 string field would then refuse the whole file.
- ``XLine.events`` is ``repeated bytes``, not ``repeated XEvent``: a profile holds millions of
  them, and ``event_columns`` decodes them in bulk.

The messages live in a descriptor pool of their own, so that they never clash with those that
xprof or TensorFlow register.
"""

from __future__ import annotations

from typing import Any, Final

from google.protobuf import descriptor_pb2, descriptor_pool, message_factory

_PACKAGE: Final = "xlagym.profile"

_Field = tuple[str, int, str]
"""A field's name, number, and type; a ``*`` before the type means repeated."""

_MESSAGES: Final[dict[str, tuple[_Field, ...]]] = {
    "XSpace": (
        ("planes", 1, "*XPlane"),
        ("errors", 2, "*bytes"),
        ("warnings", 3, "*bytes"),
        ("hostnames", 4, "*bytes"),
    ),
    "XPlane": (
        ("id", 1, "int64"),
        ("name", 2, "bytes"),
        ("lines", 3, "*XLine"),
        ("event_metadata", 4, "*XEventMetadataEntry"),
        ("stat_metadata", 5, "*XStatMetadataEntry"),
        ("stats", 6, "*XStat"),
    ),
    "XLine": (
        ("id", 1, "int64"),
        ("name", 2, "bytes"),
        ("timestamp_ns", 3, "int64"),
        ("events", 4, "*bytes"),
        ("duration_ps", 9, "int64"),
        ("display_id", 10, "int64"),
        ("display_name", 11, "bytes"),
    ),
    "XEvent": (
        ("metadata_id", 1, "int64"),
        ("offset_ps", 2, "int64"),
        ("duration_ps", 3, "int64"),
        ("stats", 4, "*XStat"),
        ("num_occurrences", 5, "int64"),
    ),
    "XStat": (
        ("metadata_id", 1, "int64"),
        ("double_value", 2, "double"),
        ("uint64_value", 3, "uint64"),
        ("int64_value", 4, "int64"),
        ("str_value", 5, "bytes"),
        ("bytes_value", 6, "bytes"),
        ("ref_value", 7, "uint64"),
        ("compressed_str_value", 8, "bytes"),
    ),
    "XEventMetadataEntry": (("key", 1, "int64"), ("value", 2, "XEventMetadata")),
    "XEventMetadata": (
        ("id", 1, "int64"),
        ("name", 2, "bytes"),
        ("metadata", 3, "bytes"),
        ("display_name", 4, "bytes"),
        ("stats", 5, "*XStat"),
        ("child_id", 6, "*int64"),
    ),
    "XStatMetadataEntry": (("key", 1, "int64"), ("value", 2, "XStatMetadata")),
    "XStatMetadata": (("id", 1, "int64"), ("name", 2, "bytes"), ("description", 3, "bytes")),
    "HloProto": (("hlo_module", 1, "HloModule"),),
    "HloModule": (
        ("name", 1, "bytes"),
        ("entry_computation_name", 2, "bytes"),
        ("computations", 3, "*HloComputation"),
        ("id", 5, "int64"),
        ("stack_frame_index", 17, "StackFrameIndex"),
    ),
    "HloComputation": (
        ("name", 1, "bytes"),
        ("instructions", 2, "*HloInstruction"),
        ("id", 5, "int64"),
        ("root_id", 6, "int64"),
    ),
    "HloInstruction": (
        ("name", 1, "bytes"),
        ("opcode", 2, "bytes"),
        ("metadata", 7, "OpMetadata"),
        ("fusion_kind", 11, "bytes"),
        ("custom_call_target", 28, "bytes"),
        ("id", 35, "int64"),
        ("operand_ids", 36, "*int64"),
    ),
    "OpMetadata": (
        ("op_type", 1, "bytes"),
        ("op_name", 2, "bytes"),
        ("source_file", 3, "bytes"),
        ("source_line", 4, "int32"),
        ("stack_frame_id", 15, "int32"),
    ),
    "StackFrameIndex": (
        ("file_names", 1, "*bytes"),
        ("function_names", 2, "*bytes"),
        ("file_locations", 3, "*FileLocation"),
        ("stack_frames", 4, "*StackFrame"),
    ),
    "FileLocation": (
        ("file_name_id", 1, "int32"),
        ("function_name_id", 2, "int32"),
        ("line", 3, "int32"),
        ("column", 4, "int32"),
    ),
    "StackFrame": (("file_location_id", 1, "int32"), ("parent_frame_id", 2, "int32")),
}

_SCALARS: Final = {
    "int32": descriptor_pb2.FieldDescriptorProto.TYPE_INT32,
    "int64": descriptor_pb2.FieldDescriptorProto.TYPE_INT64,
    "uint64": descriptor_pb2.FieldDescriptorProto.TYPE_UINT64,
    "double": descriptor_pb2.FieldDescriptorProto.TYPE_DOUBLE,
    "bytes": descriptor_pb2.FieldDescriptorProto.TYPE_BYTES,
}


def _declare(message: descriptor_pb2.DescriptorProto, name: str, number: int, kind: str) -> None:
    """Add one field to ``message``."""
    field = message.field.add(name=name, number=number)
    repeated = kind.startswith("*")
    field.label = field.LABEL_REPEATED if repeated else field.LABEL_OPTIONAL
    kind = kind.removeprefix("*")
    if kind in _SCALARS:
        field.type = _SCALARS[kind]
    else:
        field.type = field.TYPE_MESSAGE
        field.type_name = f".{_PACKAGE}.{kind}"


def _classes() -> dict[str, Any]:
    """Message classes by name, from one FileDescriptorProto."""
    file = descriptor_pb2.FileDescriptorProto(
        name="xlagym/profile.proto", package=_PACKAGE, syntax="proto2"
    )
    for message_name, fields in _MESSAGES.items():
        message = file.message_type.add(name=message_name)
        for name, number, kind in fields:
            _declare(message, name, number, kind)
    pool = descriptor_pool.DescriptorPool()
    pool.Add(file)
    return {
        name: message_factory.GetMessageClass(pool.FindMessageTypeByName(f"{_PACKAGE}.{name}"))
        for name in _MESSAGES
    }


_CLASSES: Final = _classes()
XSpace: Any = _CLASSES["XSpace"]
XPlane: Any = _CLASSES["XPlane"]
XLine: Any = _CLASSES["XLine"]
XEvent: Any = _CLASSES["XEvent"]
XStat: Any = _CLASSES["XStat"]
HloProto: Any = _CLASSES["HloProto"]


def text(value: bytes) -> str:
    """Text as the profile holds it; a byte that is not UTF-8 shows as U+FFFD."""
    return value.decode("utf-8", errors="replace")
