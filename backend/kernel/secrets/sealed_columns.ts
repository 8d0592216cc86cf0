import { extensionPoint } from '../ground/extension_point.js'

/** A column that holds sealed values, by themselves or inside of JSON. */
export interface SealedColumn {
  table: string
  column: string
}

/**
 * Where sealed values lie for long, so that the operator sees which key they still need. What ends within hours (sign-ins that
 * have begun, kept answers) is not named.
 */
export const sealedColumns = extensionPoint<SealedColumn>('kernel.sealedColumns')
