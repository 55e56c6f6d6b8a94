"""How much one may ask for."""

from __future__ import annotations

from draughts.web.throttle import Allowance, Bucket, Places, network


def test_a_bucket_fills_up_by_itself() -> None:
    now = [0.0]
    bucket = Bucket(rate=2, burst=4, now=lambda: now[0])
    assert [bucket.take() for _ in range(5)] == [True] * 4 + [False]
    now[0] = 0.4
    assert not bucket.take()
    now[0] = 0.5
    assert bucket.take() and not bucket.take()
    now[0] = 100
    assert bucket.full and not bucket.take(5) and bucket.take(4)


def test_every_address_has_an_allowance_of_its_own() -> None:
    allowance = Allowance(rate=0, burst=1, now=lambda: 0)
    assert allowance.take("a") and allowance.take("b")
    assert not allowance.take("a")


def test_addresses_that_ask_for_nothing_are_forgotten() -> None:
    now = [0.0]
    allowance = Allowance(rate=1, burst=1, now=lambda: now[0])
    for number in range(10_000):
        assert allowance.take(str(number))
    now[0] = 2
    allowance.take("another")
    assert len(allowance._buckets) == 1


def test_a_place_is_free_again_when_it_is_left() -> None:
    places = Places(1)
    for _ in range(2):
        with places.taken("a") as first:
            assert first
            with places.taken("a") as second, places.taken("b") as other:
                assert not second and other


def test_one_household_is_one_address() -> None:
    assert network("2001:db8:1:2:3::4") == network("2001:db8:1:2:ffff::9")
    assert network("2001:db8:1:2::") != network("2001:db8:1:3::")
    assert network("192.0.2.1") != network("192.0.2.2")
    assert network("fe80::1%eth0") == "fe80::"
    assert network("testclient") == "testclient"
