import { answerOf } from '@crossdock/kernel/shapes'
import type { Row } from '@crossdock/kernel/lists'
import type { VariableUse } from '../../contracts/index.js'
import type { EnvironmentVariable } from '../models/environment_variable.js'
import { variableAnswer } from '../validators/variables.js'

/** The fields of an object that uses a variable, as they are shown. */
export type ShownUse = Pick<VariableUse, 'type' | 'id' | 'name'>

export interface Uses {
  count: number
  /** The first 20 uses that the caller may see. */
  shown: ShownUse[]
}

/** Returns a variable as the API shows it. A secret is shown without its value. */
export const showVariable = (variable: Row<EnvironmentVariable>, { count, shown }: Uses) =>
  answerOf(variableAnswer, variable, {
    value: variable.isSecret ? null : (variable.value ?? ''),
    useCount: count,
    usedBy: shown,
  })
