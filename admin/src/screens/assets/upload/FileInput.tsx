import type { Ref } from 'react'

interface FileInputProps {
  ref: Ref<HTMLInputElement>
  label: string
  onFiles: (files: File[]) => void
  /** Choose a folder, or several files; one file by default. */
  of?: 'files' | 'folder'
}

/** The browser's file chooser, opened by a click from other code. */
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
        // Otherwise choosing the same file again would not fire a change.
        target.value = ''
      }}
    />
  )
}
