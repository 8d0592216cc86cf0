export interface OnceWanted {
  pairs: number
  quick: boolean
}
