import Button from '@mui/material/Button'
import { Icon, useDialogAddress } from '@crossdock/admin/kit'
import { Upload } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useEffect, useRef } from 'react'

/** Opens the browser's file chooser; `?new=upload` does, too, where somebody has just asked for it. */
export function UploadButton({ onFiles }: { onFiles: (files: File[]) => void }) {
  const translate = useTranslate()
  const input = useRef<HTMLInputElement>(null)
  const { value, close } = useDialogAddress('new')
  const isAsked = value === 'upload'
  const choose = useRef(() => {})
  choose.current = () => {
    // Browsers open it only for somebody who has just pressed something: not after a reload.
    if (navigator.userActivation.isActive) input.current?.click()
    close()
  }
  useEffect(() => {
    if (isAsked) choose.current()
  }, [isAsked])
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
