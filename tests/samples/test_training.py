"""What the trainings share: numbers of sixteen bits only where the processor is fast with them."""

from unittest.mock import patch

import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("onnx")
training = pytest.importorskip("samples.render.training")


@pytest.mark.parametrize(
    ("told", "brief"), [({"avx512_bf16": True}, True), ({"avx2": True}, False)]
)
def test_numbers_are_brief_where_that_is_faster(told: dict[str, bool], brief: bool) -> None:
    layer = torch.nn.Linear(4, 4)
    with patch.object(torch.cpu, "get_capabilities", return_value=told, create=True):
        within = training.brief_numbers()
    with within:
        assert layer(torch.ones(1, 4)).dtype == (torch.bfloat16 if brief else torch.float32)
