import { useUnsaved } from './unsaved.js'

interface UnsavedFields {
  isChanged: boolean
  isSaving: boolean
  discard: () => void
}

/** Guards what stands in the fields of a form that is part of a screen. */
export const useUnsavedFields = ({ isChanged, isSaving, discard }: UnsavedFields) =>
  useUnsaved({
    isDirty: () => isChanged,
    discard,
    words: () => ({ key: isSaving ? 'kit.saving' : 'kit.unsaved' }),
  })
