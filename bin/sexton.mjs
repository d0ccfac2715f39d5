#!/usr/bin/env node
/** `npx sexton COMMAND` in a clone. */
import { runSexton } from './prepare.mjs'

await runSexton(process.argv.slice(2))
