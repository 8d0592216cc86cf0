/** An answer whose status differs from the operation's usual one. */
export class Answer<const Body = undefined> {
  readonly status: number
  readonly body: Body | undefined
  readonly headers: Record<string, string>

  constructor(status: number, body?: Body, headers: Record<string, string> = {}) {
    this.status = status
    this.body = body
    this.headers = headers
  }
}
