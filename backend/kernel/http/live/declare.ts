import type { Declaration, Input, LoadController, Operation, Validator } from '../operation.js'
import { operation } from '../operation.js'
import type { Fitting, Output, ParamsOf } from '../operation_types.js'
import type { ChannelSource } from './channel.js'
import type { FeedSource } from './feed.js'

type Common<Query> = Pick<
  Declaration<undefined, Query>,
  'summary' | 'description' | 'access' | 'permission' | 'query' | 'refusals'
>

export interface FeedDeclaration<Query = Validator | undefined> extends Common<Query> {
  /** Name of an event → shape of its data; `message` is the one without a name. */
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
  /** Longest message the caller may send, in bytes; 64 KiB when left out. */
  maxBytes?: number
}

/**
 * Declares an address that keeps telling (Server-Sent Events). Whoever asks passes the stages of an
 * operation; the controller's method returns what is done with the open feed. It ends when session,
 * token or permission end, and when the server stops.
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
 * Declares an address for talks in both directions (WebSocket). As with `feed`, but the method
 * returns who receives the messages; they come one at a time, checked, in the caller's context.
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
