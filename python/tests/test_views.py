"""Arrays without a copy: live while the bodies keep their order, NaN afterwards, never another body's values."""
import gc
import threading

import numpy as np
import pytest
from conftest import IMPLICIT, scene

import cairn


def test_views_follow_without_a_copy():
    sim = cairn.Simulation(scene(IMPLICIT))
    x, v = sim.bodies.position, sim.bodies.velocity
    before = x.copy()
    assert x.base is not None and not x.flags.writeable and not x.flags.owndata
    sim.step()
    if np.isfinite(x).all():
        assert np.array_equal(x, sim.bodies.position) and np.array_equal(v, sim.bodies.velocity)
        assert not np.array_equal(x, before)
    with pytest.raises(ValueError):
        x[0] = 0
    with pytest.raises(ValueError):
        x.flags.writeable = True


def test_writing_goes_through_groups_and_says_so():
    sim = cairn.Simulation(scene(IMPLICIT))
    before = sim.hash
    for write in (lambda: sim.bodies.position.__setitem__(0, 0), lambda: sim.bodies["balls"].velocity.__setitem__(0, 1),
                  lambda: sim.bodies[5].force.__setitem__(2, 1), lambda: sim.bodies["balls"].position[3].__setitem__(2, 1)):
        with pytest.raises(ValueError, match=r'sim.bodies\["beads"\].velocity = values'):
            write()
    for field in ("position", "velocity", "orientation", "spin", "force", "torque"):
        for bodies in (sim.bodies, sim.bodies.by_uid):
            with pytest.raises(AttributeError, match=r'sim.bodies\["beads"\].velocity = values'):
                setattr(bodies, field, 0)
            with pytest.raises(AttributeError, match=r'sim.bodies\["beads"\].velocity = values'):
                exec(f"bodies.{field} += 1", {"bodies": bodies})
    for bad in (lambda: setattr(sim.bodies, "velocty", 1), lambda: setattr(sim.bodies["balls"], "velocty", 1),
                lambda: setattr(sim.joints["hinge"], "toque", 1)):
        with pytest.raises(AttributeError):
            bad()
    assert sim.hash == before
    mine = sim.bodies["balls"].position.copy()
    mine[:, 2] += 1
    assert (mine[:, 2] > sim.bodies["balls"].position[:, 2]).all()


def test_operations_in_place_assign():
    sim = cairn.Simulation(scene(IMPLICIT))
    v, x = sim.bodies["balls"].velocity.copy(), sim.bodies["balls"].position.copy()
    sim.bodies["balls"].velocity *= 0.5
    sim.bodies["balls"].position += [0, 0, 1]
    sim.bodies[7].velocity -= sim.bodies[7].velocity
    v *= 0.5
    v[5] = 0
    assert np.array_equal(sim.bodies["balls"].velocity, v) and np.array_equal(sim.bodies["balls"].position, x + [0, 0, 1])


def test_order_changes_turn_views_into_nan():
    sim = cairn.Simulation(scene())
    seen = []
    for _ in range(400):
        x, v, uid, part = sim.bodies.position, sim.bodies.velocity, sim.bodies.uid, sim.bodies.position[3:9, 2]
        truth = dict(zip(uid.tolist(), map(tuple, x)))
        sim.step(5)
        now = sim.bodies.by_uid.position
        dead = np.isnan(x).any()
        seen.append(dead)
        if dead:
            assert np.isnan(x).all() and np.isnan(v).all() and np.isnan(part).all()
            assert (uid == np.iinfo(np.uint64).max).all()
        else:
            order = np.argsort(uid)
            assert np.array_equal(x[order], now) and truth
    assert any(seen) and not all(seen)


def test_added_and_removed_bodies_end_views():
    sim = cairn.Simulation(scene())
    x = sim.bodies.position
    sim.add({"name": "more", "material": "stone", "shape": {"sphere": {"radius": 0.01}}, "position": [0, 0, 1]})
    assert np.isnan(x).all() and len(sim.bodies) == 43
    x, r = sim.bodies.position, sim.bodies.radius
    sim.remove("more")
    assert np.isnan(x).all() and np.isnan(r).all() and len(sim.bodies) == 42


def test_views_outlive_their_simulation():
    x = cairn.Simulation(scene()).bodies.position
    gc.collect()
    assert np.isfinite(x).all() and len(x) == 42


def test_by_uid_groups_and_single_bodies():
    sim = cairn.Simulation(scene())
    sim.step(50)
    all_of = sim.bodies.by_uid
    assert np.array_equal(all_of.uid, np.arange(42))
    balls = sim.bodies["balls"]
    assert len(balls) == 40 and np.array_equal(balls.position, all_of.position[2:])
    one = sim.bodies[5]
    assert np.array_equal(one.position, all_of.position[5]) and one.mass == all_of.mass[5] and one.name == "balls"
    several = sim.bodies[[7, 3]]
    assert np.array_equal(several.velocity, all_of.velocity[[7, 3]])
    assert np.allclose(balls.mass, 2000 * 4 / 3 * np.pi * 1e-6) and (sim.bodies["floor"].mass == 0).all()


def test_velocity_belongs_to_the_time_of_position():
    data = {"gravity": [0, 0, -10], "materials": {"a": {"density": 1000}}, "method": {"explicit": {"law": "hooke", "stiffness": 100}},
            "time": {"step": 1e-3, "end": 1}, "bodies": [{"name": "b", "material": "a", "shape": {"sphere": {"radius": 0.01}}}]}
    sim = cairn.Simulation(data)
    v = sim.bodies.velocity
    for _ in range(100):
        sim.step()
        assert abs(v[0, 2] + 10 * sim.time) < 1e-12


def test_views_against_frames(tmp_path):
    sim = cairn.Simulation(scene(IMPLICIT, output={"contacts": True}))
    with sim.record(tmp_path / "a.run", frames=0.005):
        for _ in range(8):
            sim.step(5)
            seen = cairn.Run(tmp_path / "a.run").frames[-1]
            assert seen.time == sim.time
            for name in ("position", "velocity", "spin", "orientation", "uid"):
                assert np.array_equal(getattr(seen, name), getattr(sim.bodies.by_uid, name)), name
            for name in ("bodies", "point", "normal", "gap", "force"):
                assert np.array_equal(getattr(seen.contacts, name), getattr(sim.contacts, name)), name


def test_contacts_balance_weight():
    sim = cairn.Simulation(scene({"implicit": {"law": "coulomb", "tolerance": 1e-10}}, joints=[], measure={}))
    sim.run(until=1.0, progress=False)
    contacts = sim.contacts
    on_floor = contacts.bodies[:, 0] == 0
    weight = 9.81 * sim.bodies.mass.sum()
    assert abs(contacts.force[on_floor][:, 2].sum() / weight - 1) < 1e-3
    assert np.allclose(np.linalg.norm(contacts.normal, axis=1), 1) and (contacts.normal_force > -1e-9).all()


def test_two_simulations_in_two_threads_and_one_in_two():
    alone = cairn.Simulation(scene())
    alone.step(2000)
    sims = [cairn.Simulation(scene()) for _ in range(2)]
    workers = [threading.Thread(target=sim.step, args=(2000,)) for sim in sims]
    [w.start() for w in workers], [w.join() for w in workers]
    assert [sim.hash for sim in sims] == [alone.hash] * 2

    sim, refused, begun = cairn.Simulation(scene()), [], threading.Event()

    def work():
        begun.set()
        sim.step(20000)

    worker = threading.Thread(target=work)
    worker.start()
    begun.wait()
    while worker.is_alive() and not refused:
        try:
            sim.step()
        except cairn.RunError as error:
            refused.append(str(error))
    worker.join()
    assert refused and "another thread" in refused[0]
    sim.step()
