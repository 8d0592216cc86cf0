import type { AssetInfo } from '@crossdock/backend/assets'
import type { FlowStep, SeenFiles } from '../contracts/index.js'
import { walk } from './tree.js'

/** Returns the newest files, with the values that earlier steps write to them. */
export function seenFiles(files: readonly AssetInfo[], steps: readonly FlowStep[]): SeenFiles {
  const written = [...walk(steps)]
    .filter(({ step }) => step.type === 'metadata_update')
    .map(({ step }) => ({ metadata: step.config.metadata }))
  const all: object[] = [...files, ...written]
  return {
    count: files.length,
    has: (path) => all.some((file) => valueAt(file, path.split('.')) !== undefined),
  }
}

function valueAt(file: object, names: readonly string[]): unknown {
  let value: unknown = file
  for (const name of names) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
    value = (value as Record<string, unknown>)[name]
  }
  return value
}
