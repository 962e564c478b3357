// A game with its branches: a tree of moves.

export class Tree {
  constructor() {
    this.root = { move: null, parent: null, children: [] };
  }

  /** The node after a move: the one that is there, or a new branch. */
  static after(node, move) {
    let next = node.children.find(child => child.move === move);
    if (!next) {
      next = { move, parent: node, children: [] };
      node.children.push(next);
    }
    return next;
  }

  /** The moves that lead to a node. */
  static moves(node) {
    const moves = [];
    for (let at = node; at.parent; at = at.parent) moves.unshift(at.move);
    return moves;
  }

  /** The last node if always the first branch is taken. */
  static end(node) {
    while (node.children.length) node = node.children[0];
    return node;
  }

  /** All nodes, each before those that follow it. */
  nodes(node = this.root) {
    return [node, ...node.children.flatMap(child => this.nodes(child))];
  }

  /** As text: moves with commas between them, branches in brackets. */
  toString() {
    const write = node => {
      const moves = [];
      while (node.children.length === 1) {
        node = node.children[0];
        moves.push(node.move);
      }
      const branches = node.children.map(child => "(" + [child.move, write(child)].filter(Boolean).join(",") + ")");
      return [moves.join(","), ...branches].filter(Boolean).join("");
    };
    return write(this.root);
  }

  /** Reads what `toString` writes. */
  static parse(text) {
    const tree = new Tree(), open = [];
    let node = tree.root;
    for (const word of text.match(/[()]|[^(),]+/g) ?? []) {
      if (word === "(") open.push(node);
      else if (word === ")") node = open.pop() ?? tree.root;
      else node = Tree.after(node, word);
    }
    return tree;
  }

  /** As the interface has it. */
  toBranches() {
    const write = node => {
      const moves = [];
      while (node.children.length === 1) {
        node = node.children[0];
        moves.push(node.move);
      }
      const branches = node.children.map(child => {
        const rest = write(child);
        return { moves: [child.move, ...rest.moves], branches: rest.branches };
      });
      return { moves, branches };
    };
    return write(this.root);
  }

  static fromBranches(branches) {
    const tree = new Tree();
    const read = (node, branch) => {
      for (const move of branch.moves) node = Tree.after(node, move);
      for (const one of branch.branches ?? []) read(node, one);
    };
    read(tree.root, branches);
    return tree;
  }
}
