export interface OnceOptions {
  pairs: number
  quick: boolean
}
