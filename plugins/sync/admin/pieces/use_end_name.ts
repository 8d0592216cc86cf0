import { useTranslate } from 'ra-core'
import type { ContractSide } from '../model.js'

/** The name of an end: its computer or system, or its type. */
export function useEndName(): (side: Pick<ContractSide, 'type' | 'label'>) => string {
  const translate = useTranslate()
  return ({ type, label }) => label ?? translate(`sync.end.${type}`)
}
