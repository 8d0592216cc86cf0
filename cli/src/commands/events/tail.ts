import type { LiveEvent } from '@crossdock/client'
import { followEvents } from '../../events/follow.js'
import type { Factory } from '../../factory.js'
import type { Colors } from '../../output/colors.js'
import { printable } from '../../output/format.js'
import { wholeNumber } from '../../output/limit.js'

export interface TailOptions {
  type?: string
  targetType?: string
  target?: string
  after?: string
  count?: string
}

export async function tailEvents(factory: Factory, options: TailOptions): Promise<void> {
  let left = options.count === undefined ? Infinity : wholeNumber('--count', options.count)
  const api = await factory.api()
  const wanted = {
    types: options.type,
    targetType: options.targetType,
    targetId: options.target,
  }
  for await (const event of followEvents(factory, api, wanted, options.after)) {
    if (factory.flags.json) factory.printJsonLine(event)
    else factory.sayStyled((colors) => lineOf(colors, event))
    if (--left === 0) return
  }
}

function lineOf(colors: Colors, { createdAt, type, target, actor }: LiveEvent): string {
  const about = target ? printable(`${target.type} ${target.id}`) : ''
  const by = printable(actor.id ? `${actor.type} ${actor.id}` : actor.type)
  const time = colors.dim(printable(createdAt))
  return [time, colors.cyan(printable(type)), about, colors.dim(`by ${by}`)]
    .filter(Boolean)
    .join('  ')
}
