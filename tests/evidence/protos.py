"""A second way to read protocol buffers in text form: the real parser, given the few fields."""

from __future__ import annotations

from typing import Any

from google.protobuf import descriptor_pb2, descriptor_pool, message_factory, text_format

_STRING = descriptor_pb2.FieldDescriptorProto.TYPE_STRING
_INT64 = descriptor_pb2.FieldDescriptorProto.TYPE_INT64
_BOOL = descriptor_pb2.FieldDescriptorProto.TYPE_BOOL
_MESSAGE = descriptor_pb2.FieldDescriptorProto.TYPE_MESSAGE
_REPEATED = descriptor_pb2.FieldDescriptorProto.LABEL_REPEATED
_OPTIONAL = descriptor_pb2.FieldDescriptorProto.LABEL_OPTIONAL


def parse_repeated(text: str, field: str, scalars: dict[str, tuple[int, bool]]) -> list[Any]:
    """Parse a message whose repeated ``field`` holds messages of the given scalar fields."""
    file = descriptor_pb2.FileDescriptorProto(name=f"{field}.proto", package=f"test_{field}")
    inner = file.message_type.add(name="Inner")
    for number, (name, (kind, repeated)) in enumerate(scalars.items(), start=1):
        label = _REPEATED if repeated else _OPTIONAL
        inner.field.add(name=name, number=number, type=kind, label=label)
    outer = file.message_type.add(name="Outer")
    outer.field.add(
        name=field, number=1, type=_MESSAGE, label=_REPEATED, type_name=f".test_{field}.Inner"
    )
    pool = descriptor_pool.DescriptorPool()
    pool.Add(file)
    message = message_factory.GetMessageClass(pool.FindMessageTypeByName(f"test_{field}.Outer"))()
    text_format.Parse(text, message, allow_unknown_field=True)
    return list(getattr(message, field))


def pass_metadata(text: str) -> list[Any]:
    """The passes of the compiler's module metadata."""
    return parse_repeated(
        text,
        "pass_metadata",
        {
            "pass_id": (_INT64, False),
            "pass_name": (_STRING, False),
            "pipeline_name": (_STRING, False),
            "dump_filenames": (_STRING, True),
            "module_changed": (_BOOL, False),
        },
    )


def op_estimates(text: str) -> list[Any]:
    """The estimates of a static profile."""
    return parse_repeated(
        text,
        "hlo_op_estimate",
        {"hlo_op_name": (_STRING, False), "estimated_cycles": (_INT64, False)},
    )
