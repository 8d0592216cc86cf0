import type { SideName, SyncConflict, SyncContract } from '../model.js'
import { useEndName } from './use_end_name.js'

type Names = Record<SideName, string>

/** Distinct names of the two ends of a contract: the name, else the folder. */
export function useSideNames({ sides }: Pick<SyncContract, 'sides'>): Names {
  const endName = useEndName()
  const names = { source: endName(sides.source), target: endName(sides.target) }
  if (names.source !== names.target) return names
  return { source: sides.source.path, target: sides.target.path }
}

/** The names of the two versions of a conflict: by author, else by end. */
export function useVersionNames({ source, target }: SyncConflict, contract: SyncContract): Names {
  const ends = useSideNames(contract)
  const names = { source: source?.by ?? ends.source, target: target?.by ?? ends.target }
  return names.source === names.target ? ends : names
}
