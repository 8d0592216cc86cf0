import type { Ref } from 'react'

interface FileInputProps {
  ref: Ref<HTMLInputElement>
  label: string
  onFiles: (files: File[]) => void
  /** Whole folders are chosen, or several files; one file when left out. */
  of?: 'files' | 'folder'
}

/** A browser's file chooser, opened by a click on it from beside. */
export function FileInput({ ref, label, onFiles, of }: FileInputProps) {
  return (
    <input
      ref={ref}
      type="file"
      hidden
      multiple={of !== undefined}
      {...(of === 'folder' && { webkitdirectory: '' })}
      aria-label={label}
      onChange={({ target }) => {
        onFiles([...(target.files ?? [])])
        // Choosing the same file again has to count as a change.
        target.value = ''
      }}
    />
  )
}
