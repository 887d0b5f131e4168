"""How many answers one request asks for, learned from what the server does."""


class ChoiceCount:
    """Answers to ask for at once.

    A server that refuses a number is asked for half of it; one that gives fewer twice in a row is asked
    for so many. Where even one answer is refused, the number was not the reason.

    Parameters
    ----------
    most : int
        To begin with.

    Attributes
    ----------
    most : int
        To ask for now.

    Examples
    --------
    >>> count = ChoiceCount(10)
    >>> count.refused(10)
    >>> count.most
    5
    >>> count.returned(5, 4), count.returned(5, 4)
    (None, None)
    >>> count.most
    4
    """

    def __init__(self, most: int) -> None:
        self.most = most
        self._before_refusal: int | None = None
        self._short: int | None = None

    def returned(self, asked: int, got: int) -> None:
        """Note what came.

        Parameters
        ----------
        asked, got : int
            Answers.
        """
        if asked <= self.most:
            self._before_refusal = None
        if got >= asked:
            self._short = None if asked > 1 else self._short
        elif self._short == got:
            self.most = min(self.most, max(got, 1))
        else:
            self._short = got

    def refused(self, asked: int) -> None:
        """Note that a request was refused.

        Parameters
        ----------
        asked : int
            Answers it asked for.
        """
        if asked > 1:
            if self._before_refusal is None:
                self._before_refusal = self.most
            self.most = min(self.most, asked // 2)
        elif self._before_refusal is not None:
            self.most, self._before_refusal = self._before_refusal, None
