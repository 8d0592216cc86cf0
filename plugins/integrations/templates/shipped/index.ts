import { callingStyles } from './calling_styles.js'
import type { ShippedTemplate } from './define.js'
import { filesAndMessages } from './files_and_messages.js'
import { logistics } from './logistics.js'
import { trade } from './trade.js'

export type { ShippedTemplate } from './define.js'

/** The templates that ship with Crossdock. All names in them are fictional. */
export const shippedTemplates: readonly ShippedTemplate[] = [
  ...callingStyles,
  ...filesAndMessages,
  ...trade,
  ...logistics,
]

export const shippedTemplate = (id: string): ShippedTemplate | undefined =>
  shippedTemplates.find((template) => template.id === id)
