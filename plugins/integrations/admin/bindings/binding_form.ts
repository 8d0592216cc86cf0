import type { FolderBinding } from '@crossdock/client'
import { fromJsonText, toJsonText } from '@crossdock/admin/kit'

export const bindingPermissions = ['read', 'write'] as const

/** The values of the binding dialog: rules as separate fields, the mapping as text. */
export interface BindingForm {
  assetId: string
  assetPath: string | null
  permissions: string[]
  include: string[]
  exclude: string[]
  mimeTypes: string[]
  maxSize: number | null
  mappingText: string | null
  isActive: boolean
}

/** Maps fields of the API to the inputs that show their errors, if the names differ. */
export const bindingInputs: (readonly [RegExp | string, string])[] = [
  ['assetId', 'assetPath'],
  [/^permissions.*/, 'permissions'],
  [/^visibilityRules\.(include).*/, 'include'],
  [/^visibilityRules\.(exclude).*/, 'exclude'],
  [/^visibilityRules\.(mimeTypes).*/, 'mimeTypes'],
  ['visibilityRules.maxSize', 'maxSize'],
  [/^transformationConfig.*/, 'mappingText'],
]

export function toForm(binding?: FolderBinding): BindingForm {
  const { include = [], exclude = [], mimeTypes = [], maxSize } = binding?.visibilityRules ?? {}
  return {
    assetId: binding?.assetId ?? '',
    assetPath: binding ? pathOf(binding) : null,
    permissions: binding?.permissions ?? ['read'],
    include,
    exclude,
    mimeTypes,
    maxSize: maxSize ?? null,
    mappingText: toJsonText(binding?.transformationConfig.fileMetadata),
    isActive: binding?.isActive ?? true,
  }
}

/** The request body. Empty rules become no rules. */
export function toBody(form: BindingForm, systemId: string) {
  const { assetId, permissions, include, exclude, mimeTypes, maxSize, mappingText } = form
  const mapping = fromJsonText(mappingText)
  const lists = Object.entries({ include, exclude, mimeTypes }).filter(([, list]) => list?.length)
  return {
    systemId,
    assetId,
    permissions,
    visibilityRules: {
      ...Object.fromEntries(lists),
      ...(typeof maxSize === 'number' ? { maxSize } : {}),
    },
    transformationConfig: Object.keys(mapping).length > 0 ? { fileMetadata: mapping } : {},
    isActive: form.isActive,
  }
}

/** The path of a folder, or its id for people who may not see files. */
export const pathOf = ({ assetPath, assetId }: FolderBinding): string => assetPath ?? assetId
