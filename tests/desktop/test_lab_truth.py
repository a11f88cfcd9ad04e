"""The lab's window says what is so, and no more than that."""

from tests.desktop.test_lab import ask_for, lab, run_to_end, table
from ttt_desktop.lab import form as forms

__all__ = ["lab"]


def test_a_player_that_meets_itself_is_neither_stronger_nor_tested(lab):
    user, window = lab
    ask_for(window.form, forms.OPPONENT)
    window.form.values.setText("5,100")
    window.form.opponent.set_text("mc:trials=100")
    window.form.sprt.setChecked(True)
    window.form.elo0.setValue(-1000)
    window.form.elo1.setValue(-500)
    window.form.games.setValue(40)
    run_to_end(user, window)
    titles, weak, itself = table(window)
    strength = titles.index("Elo of the first")
    assert titles[strength:] == ["Elo of the first", "Likely stronger", "Test"]
    assert all(weak[strength + 1 :])
    assert itself[strength:] == ["", "", ""]
    assert itself[1] == "40"
