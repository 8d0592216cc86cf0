/** An output of the command line: a terminal, a pipe, or a test's buffer. */
export interface Output {
  write(text: string | Uint8Array): boolean
  readonly isTTY?: boolean
  readonly columns?: number
}

export interface Streams {
  readonly stdin: NodeJS.ReadableStream & { readonly isTTY?: boolean }
  readonly stdout: NodeJS.WritableStream & Output
  readonly stderr: NodeJS.WritableStream & Output
}
