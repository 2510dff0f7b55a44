"""Work beside the loop: nobody waits for it, a newer question replaces it, and a fault in it is an answer too."""

import logging
import threading

from table.strategies import Answer, Thinker


def test_asking_returns_at_once_and_the_answer_comes_later():
    go = threading.Event()
    thinker = Thinker("test")

    def work():
        go.wait(10)
        return threading.current_thread().name

    assert thinker.ask("question", work) == Answer()
    assert thinker.ask("question", work) == Answer()
    go.set()
    thinker.wait(10)
    assert thinker.ask("question", work).value == "test"


def test_an_answer_to_an_old_question_is_not_given_to_a_new_one():
    go = threading.Event()
    thinker = Thinker("test")
    thinker.ask("old", lambda: go.wait(10) and "old")
    thinker.ask("new", lambda: "new")
    go.set()
    thinker.wait(10)
    assert thinker.ask("new", lambda: "again").value == "new"


def test_a_fault_is_logged_and_told(caplog):
    thinker = Thinker("test")
    with caplog.at_level(logging.ERROR):
        thinker.ask("question", lambda: 1 // 0)
        thinker.wait(10)
    assert thinker.ask("question", lambda: 1).failed
    assert "ZeroDivisionError" in caplog.text
