import Button from '@mui/material/Button'
import { FileUp } from 'lucide-react'
import { useRef } from 'react'
import { Icon } from './Icon.js'

export interface FileButtonProps {
  label: string
  /** File types and extensions to offer: `.csv,text/csv`. */
  accept: string
  disabled?: boolean
  onFile: (file: File) => void
}

/** Asks for one file. The same file may be chosen again. */
export function FileButton({ label, accept, disabled = false, onFile }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button
        variant="contained"
        startIcon={<Icon icon={FileUp} />}
        disabled={disabled}
        onClick={() => input.current?.click()}
      >
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        accept={accept}
        aria-label={label}
        hidden
        onChange={(event) => {
          const [file] = event.target.files ?? []
          event.target.value = ''
          if (file) onFile(file)
        }}
      />
    </>
  )
}
