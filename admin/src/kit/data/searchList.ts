import type { Api } from './types.js'

/** As many as a provider of the command palette has shown. */
const MOST = 6

/** The first of a list in whose names (or what else its `search` knows) something stands. */
export const searchList = <T>(
  api: Api,
  path: string,
  search: string,
  signal: AbortSignal,
  [field, order]: readonly [string, 'ASC' | 'DESC'] = ['name', 'ASC']
): Promise<T[]> =>
  api.read<T[]>(path, {
    query: {
      range: JSON.stringify([0, MOST - 1]),
      sort: JSON.stringify([field, order]),
      filter: JSON.stringify({ search }),
    },
    signal,
  })
