import { useTranslate } from 'ra-core'
import type { ContractSide } from '../model.js'

/** What an end is called: its computer or system, or what kind of place it is. */
export function useEndName(): (side: Pick<ContractSide, 'type' | 'label'>) => string {
  const translate = useTranslate()
  return ({ type, label }) => label ?? translate(`sync.end.${type}`)
}
