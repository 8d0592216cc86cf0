import { useTranslate } from 'ra-core'
import { useKindLabel } from '../workflows/kinds.js'
import type { Difference } from './three_way.js'

/** Returns a function for the displayed name of a part that differs. For a step: its name, else its type. */
export function usePartName(): (difference: Omit<Difference, 'by'>) => string {
  const translate = useTranslate()
  const label = useKindLabel('stepType')
  return ({ part, mine, theirs, base }) => {
    if (!part.startsWith('step:')) return translate(`flows.builder.merge.part.${part}`)
    const step = (mine ?? theirs ?? base) as { name?: string | null; type: string }
    return translate('flows.builder.merge.part.step', { name: step.name || label(step.type) })
  }
}
