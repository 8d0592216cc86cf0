import Button from '@mui/material/Button'
import { useTranslate } from 'ra-core'
import { useRef } from 'react'
import { FileInput } from './FileInput.js'

interface ChooseAgainProps {
  name: string
  onFile: (file: File) => void
}

/** Asks for the file of an upload that a reload has interrupted, because a page cannot reopen it without the person. */
export function ChooseAgain({ name, onFile }: ChooseAgainProps) {
  const translate = useTranslate()
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button
        size="small"
        aria-label={translate('assets.uploads.chooseAgainFor', { name })}
        onClick={() => input.current?.click()}
        sx={{ whiteSpace: 'nowrap' }}
      >
        {translate('assets.uploads.chooseAgain')}
      </Button>
      <FileInput
        ref={input}
        label={translate('assets.uploads.fileOf', { name })}
        onFiles={([file]) => file && onFile(file)}
      />
    </>
  )
}
