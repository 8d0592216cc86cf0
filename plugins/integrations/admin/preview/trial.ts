import type { sendFileModes } from '../model.js'

/** A file to test an endpoint with. */
export interface TrialFile {
  id: string
  name: string
  size: number | null
  updatedAt: string
}

/** The input of a test: sample values or a file and how to send it, and the step's parameters. */
export interface Trial {
  file: TrialFile | null
  sendFile: (typeof sendFileModes)[number]
  params: Record<string, string>
}

export const noTrial: Trial = { file: null, sendFile: 'none', params: {} }

/** The test input in the format of the API, with the entered values of these parameters. */
export function trialBody({ file, sendFile, params }: Trial, names: readonly string[]) {
  const entered = names.filter((name) => params[name])
  return {
    ...(file && { assetId: file.id, sendFile }),
    ...(entered.length > 0 && {
      params: Object.fromEntries(entered.map((name) => [name, params[name]])),
    }),
  }
}
