import { Navigate, useLocation } from 'react-router-dom';

/** Redirects the legacy paths /document/… to /file/…, with the query. */
export const RedirectToFile = () => {
  const { pathname, search, hash } = useLocation();
  return <Navigate to={`${pathname.replace(/^\/document/, '/file')}${search}${hash}`} replace />;
};
