import { useUnsaved } from './unsaved.js'

interface UnsavedFields {
  isChanged: boolean
  isSaving: boolean
  discard: () => void
}

/** Guards the fields of a form that is part of a screen. */
export const useUnsavedFields = ({ isChanged, isSaving, discard }: UnsavedFields) =>
  useUnsaved({
    isDirty: () => isChanged,
    discard,
    texts: () => ({ key: isSaving ? 'kit.saving' : 'kit.unsaved' }),
  })
