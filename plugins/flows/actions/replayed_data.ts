import { assetLibrary } from '@crossdock/backend/assets'
import { invalid, text } from '@crossdock/kernel/ground'
import { isJsonObject, sameJson } from '@crossdock/kernel/json'
import { holdsMask } from '@crossdock/kernel/secrets'
import type { Execution } from '../models/execution.js'
import { fitsIn, maxOutputBytes } from '../runs/stored_output.js'
import { contextDataOf } from '../transformers/context_data.js'

/**
 * Returns the input data of a replay: that of the old run, or what the caller gave instead. A mask keeps the former
 * value, for callers who see the masked data.
 * @throws Problem 422 for data that is too large, and for a mask without a former value
 */
export async function replayedData(old: Execution, given: unknown): Promise<unknown> {
  const { data: former, assetId } = old.contextData
  if (given === undefined) return former
  const data = holdsMask(given) ? unmasked(given, former, await shownData(old, assetId)) : given
  if (holdsMask(data)) throw invalid('input.data', masked)
  if (fitsIn(data)) return data
  const most = maxOutputBytes
  throw invalid('input.data', text('The input may have at most {most} bytes of JSON.', { most }))
}

async function shownData(old: Execution, assetId: string | null): Promise<unknown> {
  const closed = await assetLibrary.use().findClosed(assetId ? [assetId] : [])
  return (await contextDataOf(old, closed.size > 0)).data
}

/**
 * Replaces what is masked as before by the former value at the same place. Lists are only replaced as a whole, because
 * an entry may have moved.
 */
function unmasked(given: unknown, former: unknown, shown: unknown): unknown {
  if (!holdsMask(given)) return given
  if (sameJson(given, shown)) return former
  if (!isJsonObject(given) || !isJsonObject(former) || !isJsonObject(shown)) return given
  const at = (value: object, name: string) =>
    Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined
  return Object.fromEntries(
    Object.entries(given).map(([name, part]) => [
      name,
      unmasked(part, at(former, name), at(shown, name)),
    ])
  )
}

const masked = text(
  'The input contains masked values that were not there before. Enter the values, or leave the input as it was.'
)
