import { createContext } from 'react'

/** Shows the details of a file or folder next to the list; undefined where there is no list. */
export const OpenDetails = createContext<((id: string) => void) | undefined>(undefined)
