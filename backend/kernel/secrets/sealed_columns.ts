import { extensionPoint } from '../ground/extension_point.js'

/** A column with sealed values, either alone or inside JSON. */
export interface SealedColumn {
  table: string
  column: string
}

/**
 * Columns that store sealed values for long, so that the operator sees which keys are still needed. Values that
 * expire within hours (sign-ins in progress, kept answers) are not listed.
 */
export const sealedColumns = extensionPoint<SealedColumn>('kernel.sealedColumns')
