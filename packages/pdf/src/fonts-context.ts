import { createContext, useContext } from 'react';

export interface DocumentFonts {
  sans: string[];
  mono: string[];
}

/** The font chains of the document being rendered. They depend on its text. */
export const FontsContext = createContext<DocumentFonts>({ sans: ['Helvetica'], mono: ['Courier'] });

export function useFonts(): DocumentFonts {
  return useContext(FontsContext);
}
