import Button from '@mui/material/Button'
import { Icon } from '@crossdock/admin/kit'
import { Upload } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useRef } from 'react'

/** Opens the browser's file chooser. */
export function UploadButton({ onFiles }: { onFiles: (files: File[]) => void }) {
  const translate = useTranslate()
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button
        variant="contained"
        startIcon={<Icon icon={Upload} />}
        onClick={() => input.current?.click()}
      >
        {translate('assets.upload')}
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={translate('assets.uploads.choose')}
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])])
          // Choosing the same file again has to count as a change.
          event.target.value = ''
        }}
      />
    </>
  )
}
