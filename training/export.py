"""Writes a trained network as ONNX for cv2.dnn: its weights as float16, which halves the file and which every supported OpenCV reads."""

from __future__ import annotations

import copy
import warnings
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper
from torch import nn

#: Constants of fewer numbers stay as they are.
SMALL = 64


def export(net: nn.Module, path: Path, shape: tuple[int, int, int, int], changing: dict[int, str]) -> None:
    """Write `net` for input `image` float32 of `shape` (N, 3, H, W) as ONNX (opset 12) with output `answer`; `changing`: the axes that may
    have other lengths, by name."""
    path.parent.mkdir(parents=True, exist_ok=True)
    axes = {"image": changing, "answer": changing} if changing else None
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        torch.onnx.export(
            copy.deepcopy(net).eval(),
            torch.zeros(*shape),
            str(path),
            opset_version=12,
            input_names=["image"],
            output_names=["answer"],
            dynamo=False,
            dynamic_axes=axes,
        )
    halve(path)


def halve(path: Path) -> None:
    """Store the float32 weights of an ONNX file as float16, each with a cast back to float32 before its use."""
    model = onnx.load(str(path))
    graph, casts = model.graph, []
    for tensor in list(graph.initializer):
        values = numpy_helper.to_array(tensor)
        if values.dtype == np.float32 and values.size > SMALL:
            graph.initializer.remove(tensor)
            graph.initializer.append(numpy_helper.from_array(values.astype(np.float16), f"{tensor.name}_half"))
            casts.append(helper.make_node("Cast", [f"{tensor.name}_half"], [tensor.name], to=TensorProto.FLOAT))
    nodes = list(graph.node)
    del graph.node[:]
    graph.node.extend(casts + nodes)
    onnx.checker.check_model(model)
    onnx.save(model, str(path))
