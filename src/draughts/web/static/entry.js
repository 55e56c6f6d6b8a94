// Entering a move by taps or a drag. The server has listed every way to walk a legal move; this
// follows those ways that fit what has been tapped so far. It knows no rule.

export class Entry {
  constructor(position) {
    this.walks = position.moves;
    this.reset();
  }

  reset() {
    this.path = [];
    this.left = [];
  }

  get sources() { return new Set(this.walks.map((walk) => walk.path[0])); }

  get capturing() {
    return new Set(this.walks.filter((walk) => walk.victims.length).map((walk) => walk.path[0]));
  }

  get selected() { return this.path.length ? this.path[0] : null; }

  /** Where the lifted piece stands now. */
  get at() { return this.path.length ? this.path[this.path.length - 1] : null; }

  get hops() { return Math.max(this.path.length - 1, 0); }

  /** The pieces that the chain has jumped so far. */
  get jumped() { return this.left.length ? this.left[0].victims.slice(0, this.hops) : []; }

  get targets() {
    const candidates = new Set();
    for (const walk of this.left) {
      for (const square of walk.reach[this.hops]) candidates.add(square);
      candidates.add(walk.path[walk.path.length - 1]);
    }
    return new Set([...candidates].filter((square) => this.waysTo(square).length));
  }

  victimsTo(target) {
    const ways = this.waysTo(target);
    if (!ways.length) return [];
    const isHop = ways[0].reach[this.hops].includes(target);
    return ways[0].victims.slice(this.hops, isHop ? this.hops + 1 : undefined);
  }

  get victims() { return new Set([...this.targets].flatMap((target) => this.victimsTo(target))); }

  /** The ways that a tap on a square would leave. */
  waysTo(square) {
    const hop = this.left.filter((walk) => walk.reach[this.hops].includes(square));
    if (hop.length || square === this.at) return hop;
    const ending = this.left.filter((walk) => walk.path[walk.path.length - 1] === square);
    return new Set(ending.map((walk) => walk.move)).size === 1 ? ending : [];
  }

  /** Lift a piece; whether it can be moved. In a chain that has begun no other piece can. */
  select(square) {
    if (this.hops) return square === this.at;
    const left = this.walks.filter((walk) => walk.path[0] === square);
    if (!left.length) return false;
    this.left = left;
    this.path = [square];
    return true;
  }

  /**
   * What a tap means: {walk} when a move is complete, {hop: true} when a chain goes on,
   * {selected: true}, {put: true} when the piece is put down, or {refused: true}.
   */
  tap(square) {
    const ways = this.waysTo(square);
    if (ways.length) return this.go(square, ways);
    if (square === this.selected && !this.hops) {
      this.reset();
      return { put: true };
    }
    return this.select(square) ? { selected: true } : { refused: true };
  }

  go(square, ways) {
    if (!ways[0].reach[this.hops].includes(square)) return this.finish(ways[0]);
    this.left = ways;
    this.path = [...this.path, square];
    if (ways[0].path.length === this.path.length) return this.finish(ways[0]);
    const landings = new Set(ways.map((walk) => walk.path[this.hops + 1]));
    if (landings.size > 1) return { hop: true };
    return this.go([...landings][0], ways);
  }

  finish(walk) {
    this.reset();
    return { walk };
  }

  /** The move that somebody has typed, if just one is meant. */
  typed(text) {
    const plain = (written) => written.toLowerCase().replace(/[\s.]/g, "").replace(/[:*×–]/g, (c) => (c === "–" ? "-" : "x"));
    const wanted = plain(text);
    const loose = wanted.replace(/x/g, "-");
    const fits = this.walks.filter((walk) => plain(walk.text) === wanted
      || plain(walk.text).replace(/x/g, "-") === loose || walk.path.join("-") === loose
      || `${walk.path[0]}-${walk.path[walk.path.length - 1]}` === loose);
    return new Set(fits.map((walk) => walk.move)).size === 1 ? fits[0] : null;
  }
}
