/** What the page that is shown is for. None for what is no page of its own. */
import { createContext } from 'react'
import type { Explained } from '../../../src/texts/chapter.ts'

/** Given by what knows the page: its file, or what is declared of its resource. */
export const PageHelp = createContext<Explained | undefined>(undefined)
