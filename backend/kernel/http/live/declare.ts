import {
  type Declaration,
  type Input,
  type LoadController,
  type Operation,
  operation,
} from '../operation.js'
import type { Validator, Output } from '../../shapes/validator.js'
import type { Fitting, ParamsOf } from '../operation_types.js'
import type { ChannelSource } from './channel.js'
import type { FeedSource } from './feed.js'

type Common<Query> = Pick<
  Declaration<undefined, Query>,
  'summary' | 'description' | 'access' | 'permission' | 'query' | 'refusals'
>

export interface FeedDeclaration<Query = Validator | undefined> extends Common<Query> {
  /** Event name → shape of its data; `message` is the unnamed event. */
  events: Record<string, Validator>
}

export interface ChannelDeclaration<
  Query = Validator | undefined,
  Receives extends Validator = Validator,
> extends Common<Query> {
  /** Shape of a message the caller sends, as JSON text. */
  receives: Receives
  /** Shape of a message the server sends. */
  sends: Validator
  /** Longest message from the caller in bytes; default 64 KiB. */
  maxBytes?: number
}

/**
 * Declares an address that sends events (Server-Sent Events). A request passes the stages of an operation; the
 * controller's method returns the source of the feed. The feed ends with the session, token or permission, and
 * when the server stops.
 * @param route `GET <path>` under /api
 */
export function feed<
  const Route extends `GET /${string}`,
  Controller,
  Action extends keyof Controller & string,
  Query extends Validator | undefined = undefined,
>(
  route: Route,
  { events, ...declaration }: FeedDeclaration<Query>,
  controller: LoadController<Controller>,
  action: Action & Fitting<Controller, Action, Input<undefined, Query, ParamsOf<Route>>, FeedSource>
): Operation {
  const declared = operation(route, declaration as Declaration, controller, action as never)
  return { ...declared, live: { kind: 'feed', events } }
}

/**
 * Declares an address for two-way messages (WebSocket). Like `feed`, but the method returns a receiver. It gets
 * validated messages one at a time, in the caller's context.
 * @param route `GET <path>` under /api
 */
export function channel<
  const Route extends `GET /${string}`,
  Controller,
  Action extends keyof Controller & string,
  Receives extends Validator,
  Query extends Validator | undefined = undefined,
>(
  route: Route,
  { receives, sends, maxBytes, ...declaration }: ChannelDeclaration<Query, Receives>,
  controller: LoadController<Controller>,
  action: Action &
    Fitting<
      Controller,
      Action,
      Input<undefined, Query, ParamsOf<Route>>,
      ChannelSource<Output<Receives>>
    >
): Operation {
  const declared = operation(route, declaration as Declaration, controller, action as never)
  return { ...declared, live: { kind: 'channel', receives, sends, maxBytes } }
}
