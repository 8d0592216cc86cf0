import type { Answer } from './answer.js'
import type { Output, Validator } from '../shapes/validator.js'
import type { Page } from '../lists/page.js'

/** How a body that is not streamed is read: `form` parses a web form, `raw` keeps the bytes. */
export type BodyKind = 'json' | 'form' | 'raw'

/** Media types with their JSON Schemas for the API description. Any type is `*` twice with a slash between. */
export type Streamed = Record<string, object>

/** A body as the controller receives it: a validator's output, or bytes. */
export type BodyOf<Body> = Body extends Uint8Array ? Body : Output<Body>

/** The body as read: raw bytes, or the declared body; undefined when it is streamed. */
export type Read<Body, Reads extends BodyKind | undefined, Streams extends Streamed | undefined> =
  | (Reads extends 'raw' ? Buffer : Body)
  | (Streams extends Streamed ? undefined : never)

/** Turns rows into answers, one for each. */
export type Show = (rows: never[]) => unknown

/**
 * Allowed results of a controller: a value of the declared shape, a page of these values, or an answer that
 * holds one.
 */
type Shown<Response> = Response extends Validator
  ? OneOrMore<Output<Response>>
  : void | Answer<undefined>

type OneOrMore<One> = One | Page<One> | Answer<One>

/** Allowed results of a controller with `show`: the rows that `show` takes. */
export type Returned<Response, Shows> = Shows extends (rows: (infer Row)[]) => infer Answers
  ? Awaited<Answers> extends Output<Response>[]
    ? OneOrMore<Row>
    : Mismatch<'`show` makes something else than `response` declares', Answers, Output<Response>[]>
  : Shown<Response>

/** Names of a route's parameters in braces; the last may match the rest of the path: `{path*}`. */
export type ParamsOf<Route extends string> = Route extends `${string}{${infer Name}}${infer Rest}`
  ? (Name extends `${infer Tail}*` ? Tail : Name) | ParamsOf<Rest>
  : never

/** Shows a mismatch in the compiler's message. */
interface Mismatch<Reason extends string, Is, ShouldBe> {
  reason: Reason
  is: Is
  shouldBe: ShouldBe
}

/** The name of a controller method whose input and result match the operation. */
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
