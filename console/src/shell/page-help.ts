/** What the page that is shown is for; a function where that is loaded when somebody asks. None for what is no page of its own. */
import { createContext } from 'react'
import type { Explained } from '../../../src/resource/chapter.ts'

/** Given by what knows the page: its address, or what is declared of its resource. */
export const PageHelp = createContext<Explained | (() => Promise<Explained>) | undefined>(undefined)
