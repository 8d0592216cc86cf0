import type { Answer } from './answer.js'
import type { BodyKind, Streamed, Validator } from './operation.js'
import type { Page } from './page.js'

/** The output type a validator declares (standardschema.dev). */
export type Output<V> = V extends {
  readonly '~standard': { readonly types?: { readonly output: infer O } | undefined }
}
  ? O
  : undefined

/** What a controller gets of a body: a validator's output, or bytes. */
export type BodyOf<Body> = Body extends Uint8Array ? Body : Output<Body>

/** What is read of a request: bytes as they are, or the declared body; nothing where it is streamed. */
export type Read<Body, Reads extends BodyKind | undefined, Streams extends Streamed | undefined> =
  | (Reads extends 'raw' ? Buffer : Body)
  | (Streams extends Streamed ? undefined : never)

/** Makes answers of rows, one of each. */
export type Show = (rows: never[]) => unknown

/** What a controller may return: a value of the declared shape, a page of such, or an answer that holds one. */
type Shown<Response> = Response extends Validator
  ? OneOrMore<Output<Response>>
  : void | Answer<undefined>

type OneOrMore<One> = One | Page<One> | Answer<One>

/** What a controller may return where `show` makes the answer of it: what that takes. */
export type Returned<Response, Shows> = Shows extends (rows: (infer Row)[]) => infer Answers
  ? Awaited<Answers> extends Output<Response>[]
    ? OneOrMore<Row>
    : Mismatch<'`show` makes something else than `response` declares', Answers, Output<Response>[]>
  : Shown<Response>

/** The names in braces of a route; the last may stand for the rest of the path: `{path*}`. */
export type ParamsOf<Route extends string> = Route extends `${string}{${infer Name}}${infer Rest}`
  ? (Name extends `${infer Tail}*` ? Tail : Name) | ParamsOf<Rest>
  : never

/** Says in the compiler's message what does not fit. */
interface Mismatch<Reason extends string, Is, ShouldBe> {
  reason: Reason
  is: Is
  shouldBe: ShouldBe
}

/** The name of a controller's method that takes what the operation reads and returns what it declares. */
export type Fitting<
  Controller,
  Action extends keyof Controller,
  In,
  Out,
> = Controller[Action] extends (input: In) => infer Result
  ? Awaited<Result> extends Out
    ? Action
    : Mismatch<'the method returns something else than `response` declares', Awaited<Result>, Out>
  : Mismatch<'the method takes something else than the operation reads', Controller[Action], In>
