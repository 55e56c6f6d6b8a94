// The two sides, and the letters of their pieces.

export const other = (side) => (side === "white" ? "black" : "white");

export const sideOf = (letter) => (letter.toLowerCase() === "w" ? "white" : "black");

export const isKing = (letter) => letter !== letter.toLowerCase();
